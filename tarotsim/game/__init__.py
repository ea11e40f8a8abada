"""The vocabulary: cards, rules, records, views; standard library only."""
