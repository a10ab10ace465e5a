import { useEffect } from 'react'
import { useNavigation } from 'react-router'

export function ComingMark() {
  const { location } = useNavigation()
  const href = location && location.pathname + location.search

  useEffect(() => {
    if (!href) return
    const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].filter((link) => leadsTo(link, href))
    for (const link of links) link.ariaBusy = 'true'
    return () => {
      for (const link of links) link.ariaBusy = null
    }
  }, [href])

  return null
}

const leadsTo = ({ origin, pathname, search }: HTMLAnchorElement, href: string) =>
  origin === location.origin && pathname + search === href
