"""Oathsworn: Into the Deepwood - boss encounters of four seats against a scripted enemy."""
