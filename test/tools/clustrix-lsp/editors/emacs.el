;; In Emacs, behind what docs/editors.md has for init.el: waits for diagnostics, asks for a hover, applies all fixes.
(setq eglot-sync-connect 100
      eglot-connect-timeout 100
      make-backup-files nil)

(defun clustrix-wait (what ready)
  (let ((tries 0))
    (while (and (not (funcall ready)) (< tries 1000))
      (accept-process-output nil 0.1)
      (setq tries (1+ tries)))
    (when (= tries 1000)
      (princ (format "failed: no %s\n" what))
      (kill-emacs 1))))

(find-file (car command-line-args-left))
(setq command-line-args-left nil)
(c++-mode)
;; The hook connects when a command has ended, of which a batch has none.
(unless (eglot-current-server) (apply #'eglot (eglot--guess-contact)))
(clustrix-wait "server" #'eglot-current-server)
(clustrix-wait "diagnostics" (lambda () (flymake-start) (flymake-diagnostics)))
(dolist (one (flymake-diagnostics))
  (princ (format "diagnostic %s\n" (car (split-string (flymake-diagnostic-text one) ":")))))

(goto-char (point-min))
(forward-line 5)
(forward-char 4)
(let ((hover (jsonrpc-request (eglot-current-server) :textDocument/hover (eglot--TextDocumentPositionParams))))
  (princ (format "hover %s\n" (car (split-string (plist-get (plist-get hover :contents) :value) "\n")))))

(let ((actions (jsonrpc-request
                (eglot-current-server) :textDocument/codeAction
                (list :textDocument (eglot--TextDocumentIdentifier)
                      :range (list :start '(:line 0 :character 0) :end '(:line 99 :character 0))
                      :context '(:diagnostics [] :only ["source.fixAll.clustrix"])))))
  (unless (= (length actions) 1)
    (princ (format "failed: %s actions\n" (length actions)))
    (kill-emacs 1))
  (eglot--apply-workspace-edit (plist-get (aref actions 0) :edit)))
(save-buffer)
(eglot-shutdown (eglot-current-server))
