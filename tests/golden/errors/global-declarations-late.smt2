(declare-const x Int)
(set-option :global-declarations true)
