package dev.restante.store.jdbc.hsqldb.file;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.model.Uninterruptibles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Disk of which one call does not return until the test releases it. Then this call has its effect or fails.
 *
 * <p>Thread-safe.
 */
public final class HangingDisk implements Disk {

    private final Disk disk;
    private final boolean failsLater;
    private final CountDownLatch hanging = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    /** Number of calls since {@link #arm}, or -1 before. */
    @GuardedBy("this")
    private int calls = -1;

    @GuardedBy("this")
    private int hangingCall;

    @GuardedBy("this")
    private String description = "no call";

    /**
     * Creates a disk.
     *
     * @param disk the disk that executes the calls
     * @param failsLater true if the call fails after its release
     */
    public HangingDisk(Disk disk, boolean failsLater) {
        this.disk = disk;
        this.failsLater = failsLater;
    }

    /** Lets the n-th call from now hang, beginning with 1; 0 for none. */
    public synchronized void arm(int call) {
        calls = 0;
        hangingCall = call;
    }

    /** Returns the number of calls since {@link #arm}. */
    public synchronized int calls() {
        return calls;
    }

    /** Returns the call that hangs. */
    public synchronized String description() {
        return description;
    }

    /** Waits until the call hangs. */
    public void awaitHanging() throws InterruptedException {
        hanging.await();
    }

    public boolean isHanging() {
        return hanging.getCount() == 0;
    }

    public boolean isReleased() {
        return released.getCount() == 0;
    }

    /** Lets the call continue, and all waits for it end. */
    public void release() {
        released.countDown();
        hanging.countDown();
    }

    private void onCall(String call) throws IOException {
        synchronized (this) {
            if (calls < 0 || ++calls != hangingCall) {
                return;
            }
            description = "call " + calls + ", " + call;
        }
        hanging.countDown();
        awaitRelease();
        if (failsLater) {
            throw new IOException("Input/output error after a hang, caused by the test");
        }
    }

    /** Waits like a disk, which does not notice that the thread is interrupted. */
    private void awaitRelease() {
        Uninterruptibles.await(Long.MAX_VALUE, leftNanos -> released.await(leftNanos, TimeUnit.NANOSECONDS));
    }

    @Override
    public DiskFile open(Path path) throws IOException {
        onCall("open " + path.getFileName());
        DiskFile file = disk.open(path);
        return new DiskFile() {
            @Override
            public void write(long position, byte[] bytes, int offset, int length) throws IOException {
                onCall("write " + length + " bytes to " + path.getFileName());
                file.write(position, bytes, offset, length);
            }

            @Override
            public void setLength(long length) throws IOException {
                onCall("setLength " + length + " of " + path.getFileName());
                file.setLength(length);
            }

            @Override
            public void sync() throws IOException {
                onCall("sync " + path.getFileName());
                file.sync();
            }

            @Override
            public void close() throws IOException {
                file.close();
            }
        };
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        onCall("rename " + from.getFileName() + " to " + to.getFileName());
        disk.rename(from, to);
    }

    @Override
    public void delete(Path path) throws IOException {
        onCall("delete " + path.getFileName());
        disk.delete(path);
    }
}
