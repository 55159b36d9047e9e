// Package dataio streams tables of numbers in and out of files: CSV, text between white space,
// svmlight, NumPy's npy and npz, all of them gzipped or not, and '-' for the standard streams.
//
// A reader yields rows of finite numbers or an error that says where the file is wrong (line, row, column, counted from
// 1) and what to do about it. A writer makes its file appear all at once.
package dataio
