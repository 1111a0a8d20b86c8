(set-logic
