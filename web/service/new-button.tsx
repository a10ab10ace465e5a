import { Plus } from 'lucide-react'
import { useNavigate } from 'react-router'
import { Button } from '#web/ui/button/button.tsx'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'

type Props = { label: string; href: string; group: string; canWrite: boolean }

export function NewButton({ label, href, group, canWrite }: Props) {
  const navigate = useNavigate()
  useShortcuts({ c: { label, run: () => navigate(href) } }, { group, enabled: canWrite })
  return (
    <Button
      variant="primary"
      icon={Plus}
      keys="C"
      href={href}
      disabledReason={canWrite ? undefined : 'The Service trial has ended'}
    >
      <span className="max-md:sr-only">{label}</span>
    </Button>
  )
}
