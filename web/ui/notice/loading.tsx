/** A bar at the top of the loading panel. */
export const LoadingLine = () => (
  <div
    role="progressbar"
    aria-label="Loading the page"
    className="absolute inset-x-0 top-0 z-3 h-0.5 animate-loading bg-accent"
  />
)

/** Skeleton rows over the panel, below its title bar. The covered content keeps its place and focus. */
export const LoadingRows = () => <div aria-hidden="true" className="loading-rows" />
