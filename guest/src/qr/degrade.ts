/** What a camera does to a picture: size, angle, blur, noise and light. Everything is deterministic. */

/** RGBA, as a canvas and the renderer of the server give it. */
export interface Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** Gray values 0 to 255, row by row. */
export interface Gray {
  readonly values: Float32Array;
  readonly width: number;
  readonly height: number;
}

/**
 * Writes the place in the source that a place in the result shows; both from 0 to 1. It is called a million times for a
 * check, so it makes no objects.
 */
export type Warp = (u: number, v: number, place: Float64Array) => void;

export const flat: Warp = (u, v, place) => {
  place[0] = u;
  place[1] = v;
};

/** The picture in the middle of a surface of one gray value; transparent pixels show the surface. */
export function layOn({ data, width, height }: Pixels, surface: number, margin: number): Gray {
  const border = Math.round(Math.max(width, height) * margin);
  const wide = width + 2 * border;
  const values = new Float32Array(wide * (height + 2 * border)).fill(surface);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 4;
      const alpha = (data[at + 3] ?? 0) / 255;
      const gray = 0.2126 * (data[at] ?? 0) + 0.7152 * (data[at + 1] ?? 0) + 0.0722 * (data[at + 2] ?? 0);
      values[(y + border) * wide + x + border] = gray * alpha + surface * (1 - alpha);
    }
  return { values, width: wide, height: height + 2 * border };
}

/** Each pixel is the average of as many samples as the source has pixels there; places outside show the nearest pixel. */
export function resample(source: Gray, width: number, height: number, warp: Warp): Gray {
  const values = new Float32Array(width * height);
  const place = new Float64Array(2);
  const samples = Math.max(2, Math.ceil(source.width / width));
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      let sum = 0;
      for (let j = 0; j < samples; j += 1)
        for (let i = 0; i < samples; i += 1) {
          warp((x + (i + 0.5) / samples) / width, (y + (j + 0.5) / samples) / height, place);
          sum += pixelAt(source, place[0] ?? 0, place[1] ?? 0);
        }
      values[y * width + x] = sum / samples ** 2;
    }
  return { values, width, height };
}

function pixelAt({ values, width, height }: Gray, u: number, v: number): number {
  const x = Math.min(width - 1, Math.max(0, Math.floor(u * width)));
  const y = Math.min(height - 1, Math.max(0, Math.floor(v * height)));
  return values[y * width + x] ?? 0;
}

/** Turned around the middle, and made smaller so that the corners stay inside. */
export function rotation(degrees: number): Warp {
  const radians = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const fit = Math.abs(cos) + Math.abs(sin);
  return (u, v, place) => {
    const x = (u - 0.5) * fit;
    const y = (v - 0.5) * fit;
    place[0] = 0.5 + x * cos + y * sin;
    place[1] = 0.5 - x * sin + y * cos;
  };
}

/** Seen from the side: the right edge is `share` shorter than the left one. */
export function tilt(share: number): Warp {
  return (u, v, place) => {
    const near = 1 - share * u;
    // A plane that leans away is also foreshortened along the way (projective transform).
    place[0] = (u * (1 - share)) / near;
    place[1] = 0.5 + (v - 0.5) / near;
  };
}

/** Two box blurs, which are close to a Gaussian. @param radius pixels */
export function blur(source: Gray, radius: number): Gray {
  const once = (values: Float32Array, step: number, stride: number, length: number, lines: number) => {
    const result = new Float32Array(values.length);
    for (let line = 0; line < lines; line += 1)
      for (let index = 0; index < length; index += 1) {
        let [sum, weight] = [0, 0];
        const reach = Math.ceil(radius);
        for (let offset = -reach; offset <= reach; offset += 1) {
          const place = Math.min(length - 1, Math.max(0, index + offset));
          const share = Math.min(1, radius + 1 - Math.abs(offset));
          sum += (values[line * stride + place * step] ?? 0) * share;
          weight += share;
        }
        result[line * stride + index * step] = sum / weight;
      }
    return result;
  };
  const { width, height } = source;
  let { values } = source;
  for (let pass = 0; pass < 2; pass += 1) {
    values = once(values, 1, width, width, height);
    values = once(values, width, 1, height, width);
  }
  return { values, width, height };
}

/** Grain of a cheap sensor. @param spread the largest change of a gray value */
export function grain(source: Gray, spread: number, seed: number): Gray {
  const random = seededRandom(seed);
  // The sum of two random numbers is mostly small, as grain is.
  const values = source.values.map((value) => value + (random() + random() - 1) * spread);
  return { ...source, values };
}

/** Poor light that falls from one side. @param share of the contrast that is left, 0 to 1 */
export function dim(source: Gray, share: number): Gray {
  const { width } = source;
  const values = source.values.map((value, index) => {
    const light = 0.75 + (0.25 * (index % width)) / width;
    return (70 + (value - 70) * share) * light;
  });
  return { ...source, values };
}

/** The same numbers for the same seed (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
