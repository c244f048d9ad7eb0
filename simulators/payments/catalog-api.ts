import { endpoint } from './endpoint.ts';
import { invalidRequest, missingParameter, noSuchObject } from './errors.ts';
import { change, emit } from './events.ts';
import { newId } from './ids.ts';
import { listOf } from './lists.ts';
import type { Product } from './objects.ts';
import { changedMetadata, oneOf, paging } from './params.ts';
import { getObject, type PaymentsState, secondsNow } from './state.ts';

const recurring = {
  interval: oneOf('day', 'week', 'month', 'year'),
  interval_count: 'int',
  usage_type: oneOf('licensed'),
} as const;
const taxBehavior = oneOf('inclusive', 'exclusive', 'unspecified');

/** Products and prices. */
export const catalogEndpoints = [
  endpoint(
    'POST',
    '/products',
    {
      id: 'text',
      name: 'text',
      active: 'bool',
      description: 'text',
      metadata: 'map',
      tax_code: 'text',
      statement_descriptor: 'text',
      unit_label: 'text',
    },
    (state, { name, metadata, ...input }) => {
      if (!name) throw missingParameter('name');
      return createProduct(state, { ...input, name, metadata: changedMetadata({}, metadata) });
    },
  ),
  endpoint(
    'GET',
    '/products',
    { ...paging, active: 'bool', ids: ['text'], created: 'range' },
    (state, input) =>
      listOf(
        state,
        'product',
        input,
        '/v1/products',
        (product) =>
          (typeof input.active !== 'boolean' || product.active === input.active) &&
          (!input.ids || input.ids.includes(product.id)),
      ),
  ),
  endpoint('GET', '/products/{id}', {}, (state, _, { id = '' }) => getObject(state, 'product', id)),
  endpoint(
    'POST',
    '/products/{id}',
    {
      name: 'text',
      active: 'bool',
      description: 'text',
      metadata: 'map',
      tax_code: 'text',
      default_price: 'text',
    },
    (state, { metadata, name, active, ...input }, { id = '' }) => {
      const product = getObject(state, 'product', id);
      return change(state, 'product', id, {
        ...input,
        name: name ?? product.name,
        active: active ?? product.active,
        metadata: changedMetadata(product.metadata, metadata),
        updated: secondsNow(state),
      });
    },
  ),
  endpoint(
    'POST',
    '/prices',
    {
      currency: 'text',
      unit_amount: 'amount',
      product: 'text',
      product_data: {
        id: 'text',
        name: 'text',
        active: 'bool',
        metadata: 'map',
        tax_code: 'text',
        statement_descriptor: 'text',
        unit_label: 'text',
      },
      recurring,
      lookup_key: 'text',
      transfer_lookup_key: 'bool',
      tax_behavior: taxBehavior,
      metadata: 'map',
      active: 'bool',
      nickname: 'text',
      billing_scheme: oneOf('per_unit'),
    },
    createPrice,
  ),
  endpoint(
    'GET',
    '/prices',
    {
      ...paging,
      lookup_keys: ['text'],
      active: 'bool',
      product: 'text',
      currency: 'text',
      type: oneOf('recurring', 'one_time'),
      recurring: { interval: recurring.interval },
      created: 'range',
    },
    (state, input) =>
      listOf(
        state,
        'price',
        input,
        '/v1/prices',
        (price) =>
          (!input.lookup_keys || input.lookup_keys.includes(price.lookup_key ?? '')) &&
          (typeof input.active !== 'boolean' || price.active === input.active) &&
          (!input.product || price.product === input.product) &&
          (!input.currency || price.currency === input.currency) &&
          (!input.type || price.type === input.type) &&
          (!input.recurring?.interval || price.recurring?.interval === input.recurring.interval),
      ),
  ),
  endpoint('GET', '/prices/{id}', {}, (state, _, { id = '' }) => getObject(state, 'price', id)),
  endpoint(
    'POST',
    '/prices/{id}',
    {
      active: 'bool',
      lookup_key: 'text',
      transfer_lookup_key: 'bool',
      metadata: 'map',
      nickname: 'text',
      tax_behavior: taxBehavior,
    },
    (state, input, { id = '' }) => {
      const price = getObject(state, 'price', id);
      if (input.tax_behavior && price.tax_behavior !== 'unspecified')
        throw invalidRequest('The `tax_behavior` of a price can only be set once.', {
          param: 'tax_behavior',
        });
      if (input.lookup_key) takeLookupKey(state, input.lookup_key, input.transfer_lookup_key === true, id);
      return change(state, 'price', id, {
        active: input.active ?? price.active,
        lookup_key: input.lookup_key === undefined ? price.lookup_key : input.lookup_key,
        metadata: changedMetadata(price.metadata, input.metadata),
        nickname: input.nickname === undefined ? price.nickname : input.nickname,
        tax_behavior: input.tax_behavior ?? price.tax_behavior,
      });
    },
  ),
];

interface ProductInput {
  id?: string | null | undefined;
  name: string;
  active?: boolean | null | undefined;
  description?: string | null | undefined;
  metadata: Record<string, string>;
  tax_code?: string | null | undefined;
  statement_descriptor?: string | null | undefined;
  unit_label?: string | null | undefined;
}

function createProduct(state: PaymentsState, input: ProductInput): Product {
  if (input.id && state.store.find('product', input.id))
    throw invalidRequest('Product already exists.', { code: 'resource_already_exists', param: 'id' });
  const created = secondsNow(state);
  const product = state.store.put('product', {
    id: input.id ?? newId('prod', 14),
    object: 'product',
    active: input.active ?? true,
    created,
    default_price: null,
    description: input.description ?? null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: input.metadata,
    name: input.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: input.statement_descriptor ?? null,
    tax_code: input.tax_code ?? null,
    tax_details: null,
    type: 'service',
    unit_label: input.unit_label ?? null,
    updated: created,
    url: null,
  });
  emit(state, 'product.created', product);
  return product;
}

interface PriceInput {
  currency?: string | null | undefined;
  unit_amount?: number | null | undefined;
  product?: string | null | undefined;
  product_data?:
    | (Omit<ProductInput, 'name' | 'metadata'> & {
        name?: string | null | undefined;
        metadata?: Record<string, string> | null | undefined;
      })
    | undefined;
  recurring?:
    | { interval?: string | null | undefined; interval_count?: number | null | undefined }
    | undefined;
  lookup_key?: string | null | undefined;
  transfer_lookup_key?: boolean | null | undefined;
  tax_behavior?: string | null | undefined;
  metadata?: Record<string, string> | null | undefined;
  active?: boolean | null | undefined;
  nickname?: string | null | undefined;
}

function createPrice(state: PaymentsState, input: PriceInput): object {
  const { currency, unit_amount, lookup_key } = input;
  if (!currency) throw missingParameter('currency');
  if (!/^[a-z]{3}$/i.test(currency))
    throw invalidRequest(`Invalid currency: ${currency}.`, { param: 'currency' });
  if (typeof unit_amount !== 'number') throw missingParameter('unit_amount');
  if (unit_amount < 0) throw invalidRequest('Invalid non-negative integer', { param: 'unit_amount' });
  if (input.recurring && !input.recurring.interval) throw missingParameter('recurring[interval]');
  if (lookup_key) takeLookupKey(state, lookup_key, input.transfer_lookup_key === true, null);
  const product = productFor(state, input);
  const { interval, interval_count } = input.recurring ?? {};
  const price = state.store.put('price', {
    id: newId('price'),
    object: 'price',
    active: input.active ?? true,
    billing_scheme: 'per_unit',
    created: secondsNow(state),
    currency: currency.toLowerCase(),
    custom_unit_amount: null,
    livemode: false,
    lookup_key: lookup_key ?? null,
    metadata: changedMetadata({}, input.metadata),
    nickname: input.nickname ?? null,
    product,
    recurring: interval
      ? {
          interval,
          interval_count: interval_count ?? 1,
          meter: null,
          trial_period_days: null,
          usage_type: 'licensed',
        }
      : null,
    tax_behavior: input.tax_behavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: interval ? 'recurring' : 'one_time',
    unit_amount,
    unit_amount_decimal: String(unit_amount),
  });
  emit(state, 'price.created', price);
  return price;
}

function productFor(state: PaymentsState, { product, product_data }: PriceInput): string {
  if (product && product_data)
    throw invalidRequest('You may only specify one of these parameters: product, product_data.', {
      code: 'parameters_exclusive',
      param: 'product',
    });
  if (product) {
    if (!state.store.find('product', product)) throw noSuchObject('product', product, 'product');
    return product;
  }
  if (!product_data) throw missingParameter('product');
  const { name, metadata, ...rest } = product_data;
  if (!name) throw missingParameter('product_data[name]');
  return createProduct(state, { ...rest, name, metadata: changedMetadata({}, metadata) }).id;
}

/** A lookup key belongs to one price; it is moved only when that is asked for. */
function takeLookupKey(state: PaymentsState, key: string, transfer: boolean, to: string | null): void {
  const owner = state.store.list('price').find((price) => price.lookup_key === key);
  if (!owner || owner.id === to) return;
  if (!transfer)
    throw invalidRequest(
      `A price (\`${owner.id}\`) already uses that lookup key. You may transfer the lookup key from that price by setting \`transfer_lookup_key=true\`.`,
      { param: 'lookup_key' },
    );
  change(state, 'price', owner.id, { lookup_key: null });
}
