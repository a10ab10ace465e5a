/** Formats the time since `since` in its two largest units: "18m", "1h 12m", "3d 4h". */
export function formatWaiting(since: string, now: number) {
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / 60_000))
  const hours = Math.floor(minutes / 60)
  const days = Math.floor(hours / 24)
  if (days > 0) return withRest(`${days}d`, hours % 24, 'h')
  if (hours > 0) return withRest(`${hours}h`, minutes % 60, 'm')
  return `${minutes}m`
}

const withRest = (large: string, rest: number, unit: string) => (rest > 0 ? `${large} ${rest}${unit}` : large)
