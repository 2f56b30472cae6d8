package dev.restante.bench.spread;

/** Which queue lives where. */
enum Placement {

    /**
     * By a hash of its name and each store's: nobody keeps a list, and of those that are there a further store takes
     * its part only.
     */
    BY_NAME {
        @Override
        int[] place(Traffic traffic, int stores) {
            int[] places = new int[traffic.queues()];
            for (int queue = 0; queue < places.length; queue++) {
                for (int store = 1; store < stores; store++) {
                    if (hash(queue, store) > hash(queue, places[queue])) {
                        places[queue] = store;
                    }
                }
            }
            return places;
        }
    },

    /** By a list: the busiest first, each where least is so far. */
    BY_LOAD {
        @Override
        int[] place(Traffic traffic, int stores) {
            int[] places = new int[traffic.queues()];
            double[] loads = new double[stores];
            for (int queue = 0; queue < places.length; queue++) {
                for (int store = 1; store < stores; store++) {
                    if (loads[store] < loads[places[queue]]) {
                        places[queue] = store;
                    }
                }
                loads[places[queue]] += traffic.share(queue);
            }
            return places;
        }
    };

    /** The store of each queue. */
    abstract int[] place(Traffic traffic, int stores);

    private static long hash(int queue, int store) {
        long mixed = (queue + 1) * 0x9E3779B97F4A7C15L + (store + 1) * 0xD1B54A32D192ED03L;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}
