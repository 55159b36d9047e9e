// Package features builds random feature maps from decompositions.
package features
