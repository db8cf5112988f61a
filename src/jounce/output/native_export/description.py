"""modelDescription.xml of FMI 2.0 and 3.0: variables, units and abilities of a car, from its tables."""

from __future__ import annotations

import math
from collections.abc import Iterator
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from jounce.lab.simulation.car_export import (
    BOOLEAN,
    CONTROL,
    DIRECT,
    INTEGER,
    MAX_NUMBER,
    OUTPUT,
    REAL,
    ROAD_INPUT,
    CarExport,
    Variable,
)
from jounce.output.native_export.arrays import array_variables
from jounce.output.native_export.tables import token_of
from jounce.output.native_export.units import add_units, display_unit, unit_name
from jounce.version import __version__

TYPES = {2: {REAL: "Real", INTEGER: "Integer", BOOLEAN: "Boolean"}}
TYPES[3] = {REAL: "Float64", INTEGER: "Int32", BOOLEAN: "Boolean"}
EXPERIMENT = {"startTime": "0", "stopTime": "10", "stepSize": "0.01"}


def write_description(export: CarExport, identifier: str, fmi: int) -> bytes:
    """modelDescription.xml; identifier: name of the library inside the FMU."""
    root = Element("fmiModelDescription", fmiVersion=f"{fmi}.0", modelName=identifier)
    root.set("guid" if fmi == 2 else "instantiationToken", token_of(export))
    root.set("description", f"{export.title}, from jounce")
    root.set("generationTool", f"jounce {__version__}")
    root.set("variableNamingConvention", "structured")
    state = "FMUstate" if fmi == 2 else "FMUState"
    abilities = {
        "modelIdentifier": identifier,
        "canHandleVariableCommunicationStepSize": "true",
        f"canGetAndSet{state}": "true",
        f"canSerialize{state}": "true",
        "canBeInstantiatedOnlyOncePerProcess": "false",
    }
    if fmi == 2:
        abilities["canNotUseMemoryManagementFunctions"] = "true"
    SubElement(root, "CoSimulation", abilities)
    add_units(root, (one.unit for one in export.variables if one.type == REAL))
    SubElement(SubElement(root, "LogCategories"), "Category", name="logStatusError")
    SubElement(root, "DefaultExperiment", EXPERIMENT)
    variables = SubElement(root, "ModelVariables")
    structure = Element("ModelStructure")
    (_add_fmi2 if fmi == 2 else _add_fmi3)(export, variables, structure)
    root.append(structure)
    indent(root)
    return b'<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, encoding="utf-8") + b"\n"


def _roles(one: Variable) -> dict[str, str]:
    """Causality, variability and initial of a variable."""
    continuous = "continuous" if one.type == REAL else "discrete"
    if one.name == "time":
        return {"causality": "independent", "variability": "continuous"}
    if one.kind == OUTPUT:
        return {"causality": "output", "variability": continuous, "initial": "calculated"}
    if one.kind in (CONTROL, DIRECT, ROAD_INPUT):
        return {"causality": "input", "variability": continuous}
    return {"causality": "parameter", "variability": "tunable", "initial": "exact"}


def _values(one: Variable) -> Iterator[tuple[str, str]]:
    """Unit, limits and start of a variable."""
    if one.type == REAL and unit_name(one.unit):
        yield "unit", unit_name(one.unit)
        if shown := display_unit(one.name, one.unit):
            yield "displayUnit", shown
    whole = one.type != REAL
    if one.kind != OUTPUT and one.type != BOOLEAN:
        highest = max(one.maximum, one.extra) if math.isfinite(one.extra) else one.maximum
        for name, limit in (("min", one.minimum), ("max", highest)):
            if abs(limit) < MAX_NUMBER:
                yield name, str(int(limit)) if whole else repr(float(limit))
    if one.kind != OUTPUT:
        start = repr(float(one.start)) if not whole else str(int(one.start))
        yield "start", ("true" if one.start else "false") if one.type == BOOLEAN else start


def _add_fmi2(export: CarExport, variables: Element, structure: Element) -> None:
    """Variables of FMI 2, and the outputs by their numbers."""
    for i, one in enumerate(export.variables):
        named = {"name": one.name, "valueReference": str(i), "description": one.about, **_roles(one)}
        SubElement(SubElement(variables, "ScalarVariable", named), TYPES[2][one.type], dict(_values(one)))
    outputs = [i for i, one in enumerate(export.variables) if _roles(one)["causality"] == "output"]
    for part in ("Outputs", "InitialUnknowns"):
        listed = SubElement(structure, part)
        for i in outputs:
            SubElement(listed, "Unknown", index=str(i + 1))


def _add_fmi3(export: CarExport, variables: Element, structure: Element) -> None:
    """Variables of FMI 3, arrays of them, and the outputs by their value references."""
    outputs = []
    for i, one in enumerate(export.variables):
        named = {"name": one.name, "valueReference": str(i), "description": one.about, **_roles(one)}
        SubElement(variables, TYPES[3][one.type], named | dict(_values(one)))
        if named["causality"] == "output":
            outputs.append(i)
    for i, array in enumerate(array_variables(export.variables), start=len(export.variables)):
        named = {"name": array.name, "valueReference": str(i), "description": array.about}
        named |= {"causality": "output", "variability": "continuous", "initial": "calculated"}
        if unit_name(array.unit):
            named["unit"] = unit_name(array.unit)
        SubElement(SubElement(variables, "Float64", named), "Dimension", start=str(len(array.members)))
        outputs.append(i)
    for part in ("Output", "InitialUnknown"):
        for i in outputs:
            SubElement(structure, part, valueReference=str(i))
