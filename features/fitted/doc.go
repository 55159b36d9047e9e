// Package fitted applies feature maps: a [Map] has been drawn once and turns any rows into columns, by blocks of columns
// ([Part]) with a sign each, and a [Preparation] says what is done to raw rows before. It knows neither kernels nor
// measures, so that a program that only applies maps compiles little; package features and those below it draw maps,
// features/waves and features/written read and write them.
package fitted
