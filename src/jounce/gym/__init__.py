"""Cars for reinforcement learning: `import jounce.gym` registers all environments with Gymnasium.

    import gymnasium, jounce.gym
    env = gymnasium.make("jounce/LaneKeeping-v0")
    many = gymnasium.make_vec("jounce/LaneKeeping-v0", num_envs=1024)

It needs the extra `gym`: pip install 'jounce[gym]'.
"""

try:
    import gymnasium
except ImportError as error:
    raise ImportError("jounce.gym needs Gymnasium: pip install 'jounce[gym]'") from error

from jounce.gym.course import Course
from jounce.gym.distributions import Choice, Distribution, Fixed, Normal, Uniform
from jounce.gym.fleet_state import FleetState
from jounce.gym.formula import Formula
from jounce.gym.registry import TASKS, gymnasium_id, load_task
from jounce.gym.single_env import Env
from jounce.gym.task import Action, Observation, Reward, Seen, Start, Task, Termination
from jounce.gym.vector_env import VectorEnv

__all__ = [
    "TASKS",
    "Action",
    "Choice",
    "Course",
    "Distribution",
    "Env",
    "Fixed",
    "FleetState",
    "Formula",
    "Normal",
    "Observation",
    "Reward",
    "Seen",
    "Start",
    "Task",
    "Termination",
    "Uniform",
    "VectorEnv",
    "gymnasium_id",
    "load_task",
]

for _name in TASKS:
    gymnasium.register(
        gymnasium_id(_name),
        entry_point="jounce.gym.single_env:Env",
        vector_entry_point="jounce.gym.vector_env:VectorEnv",
        kwargs={"task": _name},
    )
