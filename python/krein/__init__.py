"""Random features of indefinite stationary kernels, from the files of the command krein."""

from ._certificate import Certificate, Claim, certify
from ._columns import ColumnsMap
from ._command import CommandError
from ._features import KreinFeatures
from ._files import FileError, Map, PairMap, load_map
from ._model import Model, load_model
from ._table import Part, Table, load_table

__all__ = ["Certificate", "Claim", "ColumnsMap", "CommandError", "FileError", "KreinFeatures", "Map", "Model", "PairMap", "Part", "Table", "certify",
           "load_map", "load_model", "load_table"]
__version__ = "1.0.0"
