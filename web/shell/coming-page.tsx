import { useEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { LoadingLine, LoadingRows } from '#web/ui/notice/loading.tsx'

const patienceMs = 150

/**
 * Shown while a page loads: a line above, and skeleton bars if it is another page. The same page with another query
 * keeps its old data visible.
 */
export function ComingPage() {
  const { pathname } = useLocation()
  const { state, location } = useNavigation()
  const isLate = useIsLate(state !== 'idle')
  // A submitted form stays visible with a busy button, and a new draft that gets its URL stays editable.
  const isAnother = state === 'loading' && location.pathname !== pathname && !location.state?.isCreated
  return (
    <>
      {isLate && <LoadingLine />}
      {isLate && isAnother && <LoadingRows />}
      <span role="status" className="sr-only">
        {isLate && 'Loading'}
      </span>
    </>
  )
}

/** A fast navigation shows nothing, to avoid flicker. */
function useIsLate(isComing: boolean) {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    if (!isComing) return
    const timer = setTimeout(() => setIsLate(true), patienceMs)
    return () => {
      clearTimeout(timer)
      setIsLate(false)
    }
  }, [isComing])
  return isComing && isLate
}
