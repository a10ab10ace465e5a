import { signatureLines } from '#contract/workspace/signature-lines.ts'
import { Preview, PreviewPart } from '#web/ui/page/preview.tsx'

type Props = Parameters<typeof signatureLines>[0]

/** Shows the end of a reply as the customer gets it by mail. */
export function SignaturePreview({ member, workspace }: Props) {
  const [name, ...lines] = signatureLines({ member, workspace })
  return (
    <Preview>
      <PreviewPart title="The end of a reply by mail">
        <div className="text-lead wrap-anywhere">
          <p className="mb-5">We sent you a new invoice today.</p>
          <p>{name}</p>
          {lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line can occur twice
            <p key={at} className="min-h-5 text-base text-ink-2">
              {line}
            </p>
          ))}
          <p className="mt-5 border-t border-line pt-3 text-base text-ink-2">
            Reply to this mail, or read the whole conversation.
          </p>
        </div>
      </PreviewPart>
    </Preview>
  )
}
