type Props = { lang?: string; dir?: 'ltr' | 'rtl'; children?: string }

export const SkipLink = ({ children = 'Skip to the page', ...tongue }: Props) => (
  <a
    href="#main"
    {...tongue}
    className="fixed start-2 top-2 z-30 rounded-sm bg-raised px-3 py-1.5 font-medium shadow-menu not-focus:sr-only"
  >
    {children}
  </a>
)
