import { linearSuite } from "./linear.ts";

linearSuite(2);
