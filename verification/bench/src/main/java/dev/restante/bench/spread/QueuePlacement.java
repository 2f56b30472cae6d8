package dev.restante.bench.spread;

/** Strategy that assigns queues to stores. */
enum QueuePlacement {

    /**
     * Assignment by a hash of queue and store names. It needs no list, and an additional store takes over only its
     * share.
     */
    BY_NAME_HASH {
        @Override
        int[] assign(QueueShares shares, int stores) {
            int[] places = new int[shares.queues()];
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

    /** Assignment by a list. The busiest queues are assigned first, each to the store with the least load. */
    BY_LOAD {
        @Override
        int[] assign(QueueShares shares, int stores) {
            int[] places = new int[shares.queues()];
            double[] loads = new double[stores];
            for (int queue = 0; queue < places.length; queue++) {
                for (int store = 1; store < stores; store++) {
                    if (loads[store] < loads[places[queue]]) {
                        places[queue] = store;
                    }
                }
                loads[places[queue]] += shares.share(queue);
            }
            return places;
        }
    };

    abstract int[] assign(QueueShares shares, int stores);

    private static long hash(int queue, int store) {
        long mixed = (queue + 1) * 0x9E3779B97F4A7C15L + (store + 1) * 0xD1B54A32D192ED03L;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}
