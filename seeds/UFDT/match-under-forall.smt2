; Every light that is not red lets somebody through.
(set-logic UFDT)
(declare-datatypes ((Light 0)) (((red) (green) (blink (on Bool)))))
(declare-fun go (Light) Bool)
(assert (forall ((l Light)) (= (go l) (match l ((red false) (green true) ((blink b) b))))))
(assert (go (blink false)))
(set-info :status unsat)
(check-sat)
