import { Button } from '#web/ui/button/button.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import type { Earlier } from './use-earlier.ts'

export const EarlierButton = ({ count, isLoading, problem, load, href }: Earlier & { href?: string | undefined }) =>
  count > 0 && (
    <div className="flex flex-col items-center gap-1 py-1">
      <Button variant="ghost" busy={isLoading} onClick={load} className={href && 'noscript:hidden'}>
        Earlier messages ({count})
      </Button>
      {href && (
        <noscript>
          <TextLink href={href}>Earlier messages ({count})</TextLink>
        </noscript>
      )}
      <p role="alert" className="text-meta text-red-ink empty:hidden">
        {problem?.detail}
      </p>
    </div>
  )
