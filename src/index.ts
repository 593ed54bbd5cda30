// The Action's entry: the runner starts the bundle of it.
import { action } from './main/action.js';

void action();
