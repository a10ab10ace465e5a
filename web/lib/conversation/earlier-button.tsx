import { Button } from '#web/ui/button/button.tsx'
import type { Earlier } from './use-earlier.ts'

/** Stands above the oldest message on the screen, while there are older ones. */
export const EarlierButton = ({ count, isLoading, problem, load }: Earlier) =>
  count > 0 && (
    <div className="flex flex-col items-center gap-1 py-1">
      <Button variant="ghost" busy={isLoading} onClick={load}>
        Earlier messages ({count})
      </Button>
      <p role="alert" className="text-meta text-red-ink empty:hidden">
        {problem?.detail}
      </p>
    </div>
  )
