import { WifiOff } from 'lucide-react'
import { useEffect } from 'react'
import { tryNow, useIsOffline } from '#web/lib/network/network.ts'
import { Banner } from '#web/ui/notice/banner.tsx'

export function OfflineNotice() {
  const isOffline = useIsOffline()
  useEffect(() => {
    if (!isOffline) return
    document.addEventListener('click', holdLink, true)
    return () => document.removeEventListener('click', holdLink, true)
  }, [isOffline])
  if (!isOffline) return null

  return (
    <div className="pointer-events-none fixed inset-x-0 top-2 z-30 flex justify-center px-4 md:[body:has([data-toast])_&]:top-14">
      <Banner
        tone="warning"
        icon={WifiOff}
        className="pointer-events-auto shadow-menu"
        action={
          <button type="button" onClick={tryNow} className="font-medium underline underline-offset-2">
            Try now
          </button>
        }
      >
        You are offline. Changes are not saved until the connection is back.
      </Banner>
    </div>
  )
}

/** Blocks clicks on links while the browser is offline, because the browser would show its own error page. */
function holdLink(event: MouseEvent) {
  const link = event.target instanceof Element && event.target.closest('a[href]')
  if (link && !navigator.onLine) event.preventDefault()
}
