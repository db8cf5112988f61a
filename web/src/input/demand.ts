/** What a driver asks for, whatever with: steering to the left (−1 … 1), onwards, back or slower, handbrake (0 … 1). */

export interface Demand { steer: number; ahead: number; back: number; handbrake: number }
