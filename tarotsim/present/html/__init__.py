"""Results, deals and cards as HTML."""
