"""Transfer cases: how the torque of a gearbox reaches several axles. One class a kind.

With the angle θ of the transfer case's input, the angles θᵢ of the differentials, the ratios rᵢ of their axles and the
shares sᵢ of the torque, Σ sᵢ = 1:

    differential   θ = Σ sᵢ rᵢ θᵢ, so that axle i gets sᵢ rᵢ T of a torque T, whatever the speeds; sᵢ = 1/n when it is
                   symmetrical, other shares by an epicyclic gear
    locked         θ = rᵢ θᵢ for every axle
    coupling       θ = r₁ θ₁ for the first axle named, a clutch along θ − rᵢ θᵢ for the others
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Annotated, Literal, TypeAlias

from pydantic import BeforeValidator, model_validator

from jounce.errors import InputError
from jounce.findings import dotted
from jounce.model import mechanism
from jounce.model.mechanism import Coupler, Input
from jounce.model.vehicle.corners import TRANSFER_CLUTCH, Elements
from jounce.model.vehicle.powertrain.driven_axle import DrivenAxle, LimitedSlip
from jounce.model.vehicle.powertrain.rotors import Rotor, rotor_elements
from jounce.schema.frozen import Frozen, chosen_by_kind
from jounce.schema.quantities import AngularVelocity, Name, Number, Positive, Torque

TRANSFER = "transfer"
"""Body and joint of the transfer case's input."""

SHARES_TOLERANCE = 1e-6
"""How far the sum of the shares may be from 1 [-]."""


class CentreDifferential(Frozen):
    """A differential between axles that splits the torque by fixed shares, open unless limited_slip is given.

    shares: axle → its share of the torque at equal ratios; equal ones when they are not given. rotor: what turns with
    its input.
    """

    kind: Literal["differential"] = "differential"
    rotor: Rotor
    shares: dict[Name, Annotated[Number, Positive]] | None = None
    limited_slip: LimitedSlip | None = None

    @model_validator(mode="after")
    def _whole(self) -> CentreDifferential:
        if self.shares is not None and abs(sum(self.shares.values()) - 1.0) > SHARES_TOLERANCE:
            got = f"a sum of {sum(self.shares.values()):g}"
            raise InputError("shares are not the whole torque", got, "a sum of 1", where="shares")
        return self

    def share(self, driven: DrivenAxle, all_driven: Sequence[DrivenAxle]) -> float:
        """The share of an axle in the torque [-]."""
        return 1.0 / len(all_driven) if self.shares is None else self.shares[driven.name]

    def elements(self, driven: Sequence[DrivenAxle]) -> Elements:
        """The coupler, and the clutches of limited slip between neighbouring axles."""
        shares = [self.share(axle, driven) for axle in driven]
        mean = Coupler(
            name="transfer_split",
            joints=(TRANSFER, *(axle.input for axle in driven)),
            coefficients=(1.0, *(-share * axle.ratio for share, axle in zip(shares, driven, strict=True))),
        )
        lock = self.limited_slip
        clutches = (
            lock.between(f"transfer_slip_{b.name}", (a.input, b.input), (a.ratio, -b.ratio))
            for a, b in pairwise(driven)
            if lock is not None
        )
        return Elements(joints=(mean,), forces=tuple(clutches))


class LockedTransfer(Frozen):
    """Axles that turn alike. rotor: what turns with its input."""

    kind: Literal["locked"] = "locked"
    rotor: Rotor

    def elements(self, driven: Sequence[DrivenAxle]) -> Elements:
        """A coupler for every axle."""
        return Elements(joints=tuple(_rigid(axle) for axle in driven))


class TransferCoupling(Frozen):
    """One axle driven directly, `direct`, the others through clutches that carry `torque` [N m] × the input
    `transfer_clutch`, 0 … 1 (1 unless somebody moves it); slip_speed [rad/s]. rotor: what turns with its input."""

    kind: Literal["coupling"] = "coupling"
    rotor: Rotor
    direct: Name
    torque: Annotated[Torque, Positive]
    slip_speed: Annotated[AngularVelocity, Positive] = 3.0

    def elements(self, driven: Sequence[DrivenAxle]) -> Elements:
        """A coupler for the axle that is driven directly, clutches for the others."""
        clutches = (
            mechanism.Clutch(
                name=f"transfer_clutch_{axle.name}",
                joints=(TRANSFER, axle.input),
                coefficients=(1.0, -axle.ratio),
                torque=self.torque,
                slip_speed=self.slip_speed,
                engagement=Input(name=TRANSFER_CLUTCH, default=1.0),
            )
            for axle in driven
            if axle.name != self.direct
        )
        joints = tuple(_rigid(axle) for axle in driven if axle.name == self.direct)
        return Elements(joints=joints, forces=tuple(clutches))


AnyTransfer: TypeAlias = CentreDifferential | LockedTransfer | TransferCoupling
Transfer: TypeAlias = Annotated[
    AnyTransfer, BeforeValidator(chosen_by_kind("transfer", CentreDifferential, LockedTransfer, TransferCoupling))
]


def transfer_elements(transfer: AnyTransfer, driven: Sequence[DrivenAxle]) -> Elements:
    """The rotor of a transfer case, and how it turns the differentials of the axles that shafts reach."""
    rotor = transfer.rotor
    return rotor_elements(TRANSFER, rotor, rotor.centre_of_mass) + transfer.elements(driven)


def transfer_speed(transfer: AnyTransfer, driven: Sequence[DrivenAxle], spins: Sequence[float]) -> float:
    """Speed of a transfer case [rad/s] when the differentials of its axles turn at `spins` [rad/s]."""
    if isinstance(transfer, CentreDifferential):
        pairs = zip(driven, spins, strict=True)
        return sum(transfer.share(axle, driven) * axle.ratio * spin for axle, spin in pairs)
    direct = transfer.direct if isinstance(transfer, TransferCoupling) else driven[0].name
    return next(axle.ratio * spin for axle, spin in zip(driven, spins, strict=True) if axle.name == direct)


def check_axles(transfer: AnyTransfer, driven: Sequence[DrivenAxle]) -> None:
    """Raise InputError for axles of a transfer case that are not those that shafts reach."""
    names = [axle.name for axle in driven]
    if isinstance(transfer, CentreDifferential) and transfer.shares is not None and {*transfer.shares} != {*names}:
        got = ", ".join(transfer.shares)
        raise InputError("shares of other axles", got, ", ".join(names), where=dotted("transfer", "shares"))
    if isinstance(transfer, TransferCoupling) and transfer.direct not in names:
        got = repr(transfer.direct)
        raise InputError("no such driven axle", got, ", ".join(names), where=dotted("transfer", "direct"))


def _rigid(axle: DrivenAxle) -> Coupler:
    return Coupler(name=f"transfer_{axle.name}", joints=(TRANSFER, axle.input), coefficients=(1.0, -axle.ratio))
