import { Button } from '#web/ui/button/button.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'

type Props = { conflict: { isPutOff: boolean; left?: unknown } | undefined; onAsk: () => void }

export const titleOfConflict = ({ left }: { left?: unknown }) =>
  left ? 'Your changes from an earlier visit were not saved' : 'Somebody else changed the same text'

export function ConflictNotice({ conflict, onAsk }: Props) {
  if (!conflict?.isPutOff) return null
  return (
    <Banner
      tone="warning"
      title={`${titleOfConflict(conflict)}.`}
      action={<Button onClick={onAsk}>Choose what to keep</Button>}
    >
      What you wrote is kept on this computer. It is saved when you choose.
    </Banner>
  )
}
