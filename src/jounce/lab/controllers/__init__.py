"""Controllers: anti-lock brakes, stability control and whatever else reads channels and moves inputs during a run."""

from jounce.lab.controllers.controller import Controller, ControllerSession, FunctionController, controller
from jounce.lab.controllers.registry import CONTROLLERS

__all__ = ["CONTROLLERS", "Controller", "ControllerSession", "FunctionController", "controller"]
