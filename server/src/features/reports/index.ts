export { buildMonthlyReport } from './monthly-report.ts';
