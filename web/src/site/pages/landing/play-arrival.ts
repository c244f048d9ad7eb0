const easing = 'cubic-bezier(0.2, 0.7, 0.2, 1)';
/** Of the widget, so that it plays where it can be followed. */
const visibleShare = 0.4;

/** Rewinds while the widget is out of sight, and plays once when it comes into view. In view from the start, it stays as it is. */
export function playArrival(host: Element, root: ShadowRoot, notice: Element): void {
  let motions: Animation[] | null = null;
  const observer = new IntersectionObserver(
    (entries) => {
      const share = entries.at(-1)?.intersectionRatio ?? 0;
      if (motions === null) {
        if (share > 0) return observer.disconnect();
        motions = rewind(root, notice);
        addEventListener('beforeprint', () => motions?.map((motion) => motion.finish()), { once: true });
      } else if (share >= visibleShare) {
        observer.disconnect();
        for (const motion of motions) motion.play();
      }
    },
    { threshold: [0, visibleShare] },
  );
  observer.observe(host);
}

function rewind(root: ShadowRoot, notice: Element): Animation[] {
  const [first, ...others] = root.querySelectorAll('article');
  const frame = root.querySelector('section');
  const foot = root.querySelector('footer');
  if (first === undefined || frame === null || foot === null) return [];
  const { height } = first.getBoundingClientRect();
  const move = (element: Element, from: Keyframe, to: Keyframe, delay: number, duration: number) => {
    const motion = element.animate([from, to], { delay, duration, easing, fill: 'backwards' });
    motion.pause();
    return motion;
  };
  return [
    move(notice, { opacity: 0, transform: 'translateY(16px)' }, { opacity: 1, transform: 'none' }, 100, 500),
    ...[...others, foot].map((element) =>
      move(element, { transform: `translateY(-${height}px)` }, { transform: 'none' }, 1200, 600),
    ),
    move(frame, { clipPath: `inset(0 0 ${height}px 0)` }, { clipPath: 'inset(0)' }, 1200, 600),
    move(first, { opacity: 0, transform: 'translateY(-16px)' }, { opacity: 1, transform: 'none' }, 1500, 500),
  ];
}
