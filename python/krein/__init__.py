"""Random features of indefinite stationary kernels, from the files of the command krein."""

from ._certificate import Certificate, Claim
from ._columns import ColumnsMap
from ._features import KreinFeatures
from ._files import FileError, Map, PairMap, load_map
from ._table import Part, Table, load_table

__all__ = ["Certificate", "Claim", "ColumnsMap", "FileError", "KreinFeatures", "Map", "PairMap", "Part", "Table", "load_map", "load_table"]
__version__ = "1.0.0"
