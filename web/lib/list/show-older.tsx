import { Button } from '#web/ui/button/button.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import type { MoreState } from './use-more.ts'

export const ShowOlder = ({ hasMore, problem, isBusy, showMore }: Omit<MoreState, 'items'>) => (
  <>
    {problem && <Banner tone="danger">{problem}</Banner>}
    {hasMore && (
      <Button className="mt-2" onClick={showMore} busy={isBusy}>
        Show older
      </Button>
    )}
  </>
)
