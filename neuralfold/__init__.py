"""NeuralFold shows why depth helps."""

from importlib.metadata import version

__version__ = version("neuralfold")
