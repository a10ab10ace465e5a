import { useEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { LoadingLine, LoadingRows } from '#web/ui/notice/loading.tsx'

const patienceMs = 150

/**
 * What stands in the panel while a page takes long: a line above, and bars where another page will be. The same page
 * with another choice keeps its old data in sight.
 */
export function ComingPage() {
  const { pathname } = useLocation()
  const { state, location } = useNavigation()
  const isLate = useIsLate(state !== 'idle')
  // A form that is sent stays to be read, and its button is busy; what was begun here and gets its address is written on.
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

/** What comes soon shows nothing, so that nothing flickers. */
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
