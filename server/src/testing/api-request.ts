/** For tests only: a request of the API. */
export interface ApiRequest {
  method: string;
  path: string;
  body?: Record<string, unknown>;
}
