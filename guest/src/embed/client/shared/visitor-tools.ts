/**
 * The fields and tabs with which visitors search, filter and order reviews (render/visitor-tools.tsx). With any of them in use
 * all found cards stand in one list; without, each card is back where the layout had it.
 */

type Card = {
  /** What moves: the card, or the box around it that belongs to a layout with columns. */
  readonly item: HTMLElement;
  /** Stands where the item belongs. */
  readonly place: Comment;
  readonly words: string;
  readonly age: number;
  readonly stars: string;
  readonly source: string;
};

/** Without case and accents, so that "cafe" finds "Café". */
const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Stars count as they are; a thumb up like five, a thumb down like one. */
const worth = ({ stars }: Card): number => Number(stars) || (stars === 'positive' ? 5 : stars ? 1 : 0);

const orders: Readonly<Record<string, (one: Card, other: Card) => number>> = {
  newest: (one, other) => one.age - other.age,
  oldest: (one, other) => other.age - one.age,
  highest: (one, other) => worth(other) - worth(one) || one.age - other.age,
  lowest: (one, other) => worth(one) - worth(other) || one.age - other.age,
};

export function watchVisitorTools(root: ParentNode): void {
  const tools = root.querySelector<HTMLElement>(`.${classNames.visitorTools}`);
  // A second call for the same markup: the tools are at work.
  if (!tools?.inert) return;
  tools.inert = false;
  const field = tools.querySelector<HTMLElement>(`.${classNames.searchField}`);
  const search = field && addSearch(field);
  const selects = [...tools.querySelectorAll('select')];
  const tabs = tools.querySelectorAll<HTMLButtonElement>(`.${classNames.sourceTabs} button`);
  /** The source of the pressed tab. */
  let tab = '';
  const cards = findCards(root);
  const found = tools.querySelector<HTMLElement>(`.${classNames.found}`);
  /** Empty while all found cards stand at the place of the first. */
  const boxes = [
    ...root.querySelectorAll<HTMLElement>(`.${classNames.nextPage},.${classNames.cards}`),
  ].filter((box) => !cards[0] || !box.contains(cards[0].item));

  const apply = (): void => {
    const {
      stars,
      source = tab,
      order,
    } = Object.fromEntries(selects.map((select) => [select.dataset.tool, select.value]));
    const wanted = fold(search?.value || '')
      .split(/\s+/)
      .filter(Boolean);
    const inUse = Boolean(wanted[0] || stars || source || order);
    const shown = cards.filter(
      (card) =>
        (!stars || card.stars === stars) &&
        (!source || card.source === source) &&
        wanted.every((word) => card.words.includes(word)),
    );
    const sort = order && orders[order];
    arrange(cards, sort ? [...shown].sort(sort) : shown, inUse);
    for (const box of boxes) box.hidden = inUse;
    const { words = '', none = '' } = found?.dataset || {};
    const text = shown[0] ? words.replace('%s', `${shown.length}`).replace('%t', `${cards.length}`) : none;
    if (found) found.textContent = inUse ? text : '';
  };
  if (search) search.oninput = apply;
  for (const select of selects) select.onchange = apply;
  tabs.forEach((button) => {
    button.onclick = () => {
      tab = button.value;
      tabs.forEach((one) => {
        one.setAttribute('aria-pressed', `${one === button}`);
      });
      apply();
    };
  });
}

function addSearch(field: HTMLElement): HTMLInputElement {
  const search = document.createElement('input');
  search.type = 'search';
  search.maxLength = 80;
  search.placeholder = field.textContent || '';
  search.setAttribute('aria-label', search.placeholder);
  field.textContent = '';
  field.appendChild(search);
  return search;
}

function findCards(root: ParentNode): Card[] {
  const cards = [...root.querySelectorAll<HTMLElement>(`.${classNames.reviewCard}[data-age]`)];
  return cards.map((card) => {
    const box = card.parentElement;
    const item = box?.parentElement?.matches(`.${classNames.cards}`) ? box : card;
    const place = document.createComment('');
    item.before(place);
    const texts = card.querySelectorAll(`.${classNames.authorName},.${classNames.reviewText}`);
    return {
      item,
      place,
      words: fold([...texts].map(({ textContent }) => textContent).join(' ')),
      age: Number(card.dataset.age),
      stars: card.dataset.stars || '',
      source: card.dataset.source || '',
    };
  });
}

/** Puts the shown cards at the place of the first one, in their order; or all back to their own places. */
function arrange(cards: readonly Card[], shown: readonly Card[], inUse: boolean): void {
  const [first] = cards;
  for (const { item, place } of cards) {
    place.after(item);
    item.hidden = inUse;
    // Where a column begins was settled for all cards.
    item.style.breakBefore = inUse ? 'auto' : '';
  }
  let last: ChildNode | undefined = first?.place;
  for (const { item } of inUse ? shown : []) {
    item.hidden = false;
    last?.after(item);
    last = item;
  }
}
