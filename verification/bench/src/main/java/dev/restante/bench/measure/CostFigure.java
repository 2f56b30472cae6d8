package dev.restante.bench.measure;

/** Figure that tells what a message costs the machine, or how fast its disk is. */
public enum CostFigure {
    /** Processor time of all processes of the machine. */
    MACHINE("processor time of the machine per message, µs", "machine, µs", 0),
    /** Processor time of the JVM that runs the contender and the benchmark. */
    JVM("processor time of the JVM per message, µs", "JVM, µs", 0),
    /** Processor time of the database server, and of other processes that this JVM has started. */
    SERVER("processor time of the database server per message, µs", "server, µs", 0),
    /** Requests to the disks of the machine to make written data durable. */
    FLUSHES("flushes of the disk per message", "flushes", 2),
    /** Bytes that the machine writes to its disks: logs, data and what the file system adds. */
    DISK_BYTES("bytes written to the disk per message", "bytes written", 0),
    /** Median time in which the disk forces 4 KiB, just before the run. */
    FLUSH_TIME("time of a flush of 4 KiB before the run, µs", "flush takes, µs", 0);

    private final String label;
    private final String heading;
    private final int decimals;

    CostFigure(String label, String heading, int decimals) {
        this.label = label;
        this.heading = heading;
        this.decimals = decimals;
    }

    public String label() {
        return label;
    }

    /** Returns a short label for a column of a table. */
    public String heading() {
        return heading;
    }

    /** Returns the number of digits behind the decimal point that a report shows. */
    public int decimals() {
        return decimals;
    }
}
