/**
 * The numbers with which `/cover` says what the hours cost until a visitor types others, and which
 * the owner can replace: calls missed a week, percent of them that would have booked, the price of
 * a visit and an hourly wage in dollars, and payroll taxes and insurance in percent.
 */
export const defaultCostExamples = { calls: 12, booked: 25, visit: 140, wage: 19, taxes: 12 };

export type CostExamples = typeof defaultCostExamples;
