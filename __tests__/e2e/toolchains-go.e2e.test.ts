import { proveRepair, type RepairCase, replaceText } from '../support/prove-repair.js';
import { scriptedModel } from '../support/scripted-model.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { toolchain } from '../support/toolchain.js';

const folder = temporaryFolder('go');
const model = scriptedModel();
const go = toolchain('go version');
/** A machine without a warm build cache compiles the standard library first. */
const COLD_START_MS = 240_000;

const MODULE = { 'go.mod': 'module example.com/shop\n\ngo 1.21\n' };

const REPAIRS: readonly (readonly [rule: string, repair: RepairCase])[] = [
  [
    'a failed assertion of go test is found at its line, in the package that has it',
    {
      files: {
        ...MODULE,
        'main.go': 'package main\n\nfunc main() {}\n',
        'cart/cart.go': [
          'package cart',
          '',
          '// Total adds up prices in cents.',
          'func Total(prices []int) int {',
          '\tsum := 0',
          '\tfor _, price := range prices[1:] {',
          '\t\tsum += price',
          '\t}',
          '\treturn sum',
          '}',
          '',
        ].join('\n'),
        'cart/cart_test.go': [
          'package cart',
          '',
          'import "testing"',
          '',
          'func TestTotal(t *testing.T) {',
          '\tt.Run("two prices", func(t *testing.T) {',
          '\t\tif got := Total([]int{100, 250}); got != 350 {',
          '\t\t\tt.Errorf("Total = %d, want 350", got)',
          '\t\t}',
          '\t})',
          '}',
          '',
          'func TestNothing(t *testing.T) {}',
          '',
        ].join('\n'),
      },
      gate: 'go vet ./... && go test ./...',
      finding: { file: 'cart/cart_test.go', line: 8 },
      quoted: 't.Errorf("Total = %d, want 350", got)',
      replies: [
        replaceText('cart/cart.go', 'prices[1:]', 'prices[:1]'),
        replaceText('cart/cart.go', 'prices[:1]', 'prices'),
      ],
      tests: [
        [0, 1],
        [1, 0],
      ],
    },
  ],
  [
    'a compile error of go is found at its line',
    {
      files: {
        ...MODULE,
        'greet/greet.go': [
          'package greet',
          '',
          'import "fmt"',
          '',
          'func Greet(name string) string {',
          '\treturn fmt.Sprintf("hello %s", nane)',
          '}',
          '',
        ].join('\n'),
        'greet/greet_test.go': [
          'package greet',
          '',
          'import "testing"',
          '',
          'func TestGreet(t *testing.T) {',
          '\tif Greet("you") != "hello you" {',
          '\t\tt.Fatal("wrong words")',
          '\t}',
          '}',
          '',
        ].join('\n'),
      },
      gate: 'go test ./...',
      finding: { file: 'greet/greet.go', line: 6 },
      quoted: 'return fmt.Sprintf("hello %s", nane)',
      replies: [
        replaceText('greet/greet.go', 'nane)', 'name, 1)'),
        replaceText('greet/greet.go', 'name, 1)', 'name)'),
      ],
      tests: [
        [0, 1],
        [1, 0],
      ],
    },
  ],
  [
    'a panic under go test is found where the own code panicked',
    {
      files: {
        ...MODULE,
        'stock/stock.go': [
          'package stock',
          '',
          'type Stock struct{ items map[string]int }',
          '',
          'func New() *Stock { return &Stock{} }',
          '',
          'func (s *Stock) Add(name string, count int) int {',
          '\ts.items[name] += count',
          '\treturn s.items[name]',
          '}',
          '',
        ].join('\n'),
        'stock/stock_test.go': [
          'package stock',
          '',
          'import "testing"',
          '',
          'func TestAdd(t *testing.T) {',
          '\tif got := New().Add("pear", 2); got != 2 {',
          '\t\tt.Fatalf("got %d", got)',
          '\t}',
          '}',
          '',
        ].join('\n'),
      },
      gate: 'go test ./...',
      finding: { file: 'stock/stock.go', line: 8 },
      quoted: 's.items[name] += count',
      replies: [replaceText('stock/stock.go', '&Stock{}', '&Stock{items: map[string]int{}}')],
      tests: [
        [0, 1],
        [1, 0],
      ],
    },
  ],
];

go.test.each(REPAIRS)(
  '%s',
  async (_, repair) => {
    await proveRepair(folder, model, repair);
  },
  COLD_START_MS,
);
