import { CopyButton } from '#web/ui/button/copy-button.tsx'

/** Code for another site, with a button that copies it. */
export const CopiedCode = ({ label, text }: { label: string; text: string }) => (
  <div className="grid gap-1">
    <p>{label}</p>
    <div className="flex items-start gap-2">
      <pre className="min-w-0 flex-1 rounded-sm bg-press px-2 py-1.5 font-mono text-meta whitespace-pre-wrap wrap-anywhere">
        {text}
      </pre>
      <CopyButton {...{ text, label: `Copy: ${label}` }} />
    </div>
  </div>
)
