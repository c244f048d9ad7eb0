/**
 * Negations, adverbs and short verbs that the lists of the package lack: a list of frequent words would begin with them. By
 * ISO 639-1, in small letters. Languages that share a list share these too.
 */
export const stopWordAdditions: Readonly<Record<string, readonly string[]>> = {
  af: words('weer ook nog nooit altyd geen net regtig glad heeltemal meer alles niks iets'),
  ar: words('ليس ليست جدا جداً مرة أيضا أيضاً كثيرا دائما أبدا فقط شيء بدون'),
  bg: words('никога наистина съвсем просто'),
  bn: words('কখনো সবসময়'),
  ca: words('mai res cap sempre massa força realment gens'),
  cs: words('nikdy žádný žádná znovu opět velmi opravdu vše trochu nebylo bych'),
  da: words('igen altid endnu virkelig rigtig stadig ingenting'),
  de: words('niemals einfach leider eigentlich halt bisschen sogar mega total ziemlich echt'),
  el: words(
    'ποτέ τίποτα κανένα πάλι ξανά πολύ πάντα επίσης μόνο ακόμα ακόμη πραγματικά όλα πιο αρκετά απλά ' +
      'ήταν είναι έχει έχουν',
  ),
  en: words(
    "not again really just even always ever back gets getting one will don't didn't wasn't isn't aren't " +
      "weren't doesn't can't cannot couldn't won't wouldn't shouldn't haven't hasn't hadn't ain't nor " +
      'none nothing everything something anything everyone anyone someone lot lots quite yet already ' +
      'almost maybe perhaps though although until during when whom whose why few less own off once ive ' +
      'dont didnt wasnt cant wont doesnt im youre theyre ve ll re simply actually definitely absolutely ' +
      'totally extremely however without instead rather next first every upon around away went going goes ' +
      'made say shall may us able having does doing done hers ours yours theirs herself itself themselves ' +
      'myself ourselves yourself',
  ),
  es: words(
    'nunca jamás nada nadie ningún ninguna siempre tampoco otra vez veces todo toda todos todas menos ' +
      'solo sólo aún todavía además realmente bastante mucho mucha muchos muchas algo tan así sino aunque ' +
      'hay fue fueron era eran son está están estaba sido ser hace hacer tiene tienen tuve había les mis ' +
      'esa esos esas este esta estos estas',
  ),
  et: words('mitte polnud kunagi jälle väga alati ainult veel tõesti rohkem isegi lihtsalt üsna mingi'),
  eu: words('inoiz ezer berriro oso beti bakarrik oraindik benetan dena gehiago'),
  fa: words('نیست نبود هیچ هرگز دوباره خیلی همیشه فقط هنوز واقعا واقعاً همه بیشتر بسیار'),
  fi: words(
    'emme ette eivät koskaan mitään taas uudelleen uudestaan erittäin todella aina vielä kaikki enemmän ' +
      'hyvin ihan kyllä jopa vähän aivan tosi',
  ),
  fr: words(
    'non plus jamais rien aucun aucune encore très toujours vraiment bien aussi peu trop tout tous ' +
      'toute toutes fait donc car assez beaucoup moins déjà juste simplement plutôt quelque quelques ' +
      'lorsque quand comme après avant chez sous dès',
  ),
  ga: words('arís riamh rud freisin amháin'),
  gl: words('nunca nada ningún sempre outra vez todo máis realmente bastante moito'),
  gu: words('ક્યારેય હંમેશા'),
  he: words('פעם מאוד תמיד עדיין באמת הכל יותר כלום ממש פשוט הייתה היו'),
  hi: words('कभी हमेशा केवल सिर्फ बिल्कुल'),
  hr: words(
    'nikad nikada ništa nitko niko nijedan nijedna opet ponovo ponovno jako veoma uvijek uvek također ' +
      'takođe baš stvarno više malo jednostavno dosta čak skroz bile kad gdje gde šta ovdje ovde zaista ' +
      'sasvim potpuno bez ipak nekoliko neko jedan ima imaju',
  ),
  hu: words('nincsenek eléggé sajnos'),
  hy: words('երբեք ոչինչ կրկին նորից շատ միշտ միայն դեռ ամեն'),
  id: words('banget nggak gak aja'),
  it: words(
    'mai niente nulla nessun nessuno nessuna molto molta molti molte sempre ancora davvero solo tutta ' +
      'tutte troppo poco poi già abbastanza proprio veramente però quindi quando essere stato stata stati ' +
      "state c'è senza",
  ),
  ja: words('ませ とても すごく いつも まだ だけ 本当 全く 全然 すべて もっと でし まし けど'),
  ko: words('않고 않은 없는 없고 없어요 없습니다 다시 매우 아주 항상 정말 너무 그냥 진짜 많이'),
  lt: words('nėra niekada nieko nebuvo vėl labai visada tikrai viskas daugiau buvo yra'),
  lv: words('nav nekad neko atkal ļoti vienmēr vēl tiešām viss vairāk diezgan'),
  ms: words('jangan pernah tak sangat sekali selalu benar saja cuma cukup'),
  nb: words('igjen aldri alltid veldig enda ennå virkelig intet ingenting mer helt litt alt svært fortsatt'),
  nl: words(
    'nooit niemand weer opnieuw zeer heel erg alleen echt gewoon best even helaas zelfs steeds weinig ' +
      'waar wordt',
  ),
  pl: words('brak ponownie naprawdę trochę prostu mega'),
  pt: words(
    'nunca jamais nada ninguém nenhum nenhuma muita muitas sempre novamente outra vez ainda realmente ' +
      'tudo apenas bastante bem menos tão pouco foi foram era eram está estão ser',
  ),
  ro: words('niciodată niciun nicio foarte întotdeauna doar încă deloc destul puțin era erau fost'),
  ru: words('никто опять снова очень также ещё действительно всё просто довольно мало'),
  sk: words(
    'nie nikdy nič žiadny žiadna znovu opäť veľmi vždy tiež len ešte naozaj všetko viac dokonca trochu ' +
      'proste bolo bola bol boli sme',
  ),
  sl: words('niso noben nobena'),
  sv: words('endast väldigt fortfarande jätte riktigt'),
  sw: words('hapana kamwe daima'),
  th: words('ไม่ได้ ไม่มี ไม่เคย เสมอ แค่ จริง ทั้งหมด'),
  tl: words('wala ulit sobra talaga rin lang'),
  tr: words('yok asla tekrar zaman hala gerçekten oldukça kesinlikle herşey'),
  uk: words('немає ніколи нічого ніхто знову дуже теж справді більше просто досить зовсім багато мало'),
  ur: words('نہیں کبھی بہت ہمیشہ بھی صرف ابھی کچھ بالکل'),
  vi: words('chẳng đừng bao giờ luôn còn thật tất hơn lắm quá'),
  zh: words(
    '没有 不是 不会 不能 不要 从不 非常 总是 真的 一直 还是 就是 特别 十分 比较 有点 一下 已经 可以 可能',
  ),
};

function words(text: string): string[] {
  return text.normalize('NFC').split(' ');
}
