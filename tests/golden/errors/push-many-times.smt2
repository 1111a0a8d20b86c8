(push 600000)
(push 600000)
