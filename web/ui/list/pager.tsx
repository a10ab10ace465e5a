import { ChevronLeft, ChevronRight } from 'lucide-react'
import { IconButton } from '#web/ui/button/icon-button.tsx'

export const Pager = ({ text, previousHref, nextHref }: { text: string; previousHref?: string; nextHref?: string }) => (
  <nav aria-label="Pages" className="flex items-center gap-1">
    <span className="mr-2 tabular-nums">{text}</span>
    <IconButton icon={ChevronLeft} size="sm" label="Previous page" href={previousHref} disabled={!previousHref} />
    <IconButton icon={ChevronRight} size="sm" label="Next page" href={nextHref} disabled={!nextHref} />
  </nav>
)
