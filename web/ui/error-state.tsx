import { Unplug } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

type Props = { title: string; children?: ReactNode; onRetry?: () => void; busy?: boolean; details?: string }

/** What failed and what can be done now, in the place of what did not load. */
export const ErrorState = ({ title, children, onRetry, busy, details }: Props) => (
  <EmptyState
    icon={Unplug}
    tone="error"
    title={title}
    actions={
      <>
        {onRetry && (
          <Button onClick={onRetry} busy={busy}>
            Try now
          </Button>
        )}
        {details && (
          <Button variant="ghost" onClick={() => navigator.clipboard.writeText(details)}>
            Copy details
          </Button>
        )}
      </>
    }
  >
    {children}
  </EmptyState>
)
