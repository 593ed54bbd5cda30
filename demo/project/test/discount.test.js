import assert from 'node:assert/strict';
import { test } from 'node:test';
import { discounted } from '../src/discount.js';

test('no discount leaves the price', () => assert.equal(discounted(1999, 0), 1999));
test('10 % off 20.00 is 18.00', () => assert.equal(discounted(2000, 1000), 1800));
test('half a percent off 100.00 is 99.50', () => assert.equal(discounted(10000, 50), 9950));
test('cents are rounded, not cut', () => assert.equal(discounted(999, 500), 949));
test('a third of a percent is rounded up', () => assert.equal(discounted(150, 33), 150));
test('a negative discount is refused', () => assert.throws(() => discounted(100, -1), RangeError));
