package dev.restante.store.jdbc.hsqldb.file;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Disk that counts its calls and fails at one of them. It knows the content after a loss of power that loses all bytes
 * which were not synced. Bytes before a sync that failed never become durable, although a later sync succeeds, as on
 * Linux. The loss may also undo all renames and deletions since the last sync of any file, as in file systems with a
 * journal.
 *
 * <p>Thread-safe.
 */
public final class FaultyDisk implements Disk {

    /** Effects of the fault. */
    public enum DiskFault {
        /** The call has no effect and fails. */
        FAILURE,
        /** A write has half of its effect, and any other call all of it, and then fails. */
        TORN_CALL,
        /** From the call on, no file can be renamed or deleted, as if other processes had the files open. */
        STUCK_NAMES,
        /** The call is executed. The test gets a signal, and copies the files as after the end of the process. */
        NONE
    }

    /**
     * Rename or deletion that a loss of power may undo.
     *
     * @param from the former path
     * @param to the new path, or null after a deletion
     * @param lost the durable content that the file of the new path, or the deleted file, had; null for none
     */
    private record NameChange(Path from, @Nullable Path to, byte @Nullable [] lost) {}

    /** Bytes that were written after the last sync. */
    private record DirtyRange(long position, int length) {}

    /** State of a file. */
    private static final class DurableFile {
        /** Content after a loss of power. */
        private byte[] durable = {};

        private final List<DirtyRange> dirty = new ArrayList<>();
    }

    @GuardedBy("this")
    private final Map<Path, DurableFile> files = new HashMap<>();

    /** Renames and deletions since the last sync, the latest first. */
    @GuardedBy("this")
    private final Deque<NameChange> nameChanges = new ArrayDeque<>();

    /** Numbers of the calls that rename or delete a file. */
    @GuardedBy("this")
    private final List<Integer> nameCalls = new ArrayList<>();

    @GuardedBy("this")
    private int calls;

    private final int faultyCall;
    private final DiskFault fault;
    private final Runnable beforeFault;

    @GuardedBy("this")
    private String faultDescription = "";

    /**
     * Creates a disk.
     *
     * @param faultyCall the number of the call that fails, beginning with 1; 0 for none
     * @param beforeFault called before this call
     */
    public FaultyDisk(int faultyCall, DiskFault fault, Runnable beforeFault) {
        this.faultyCall = faultyCall;
        this.fault = fault;
        this.beforeFault = beforeFault;
    }

    public synchronized int calls() {
        return calls;
    }

    /** Returns the call that failed; empty if none did. */
    public synchronized String faultDescription() {
        return faultDescription;
    }

    /** Returns the numbers of the calls that renamed or deleted a file. */
    public synchronized List<Integer> nameCalls() {
        return List.copyOf(nameCalls);
    }

    /** Returns whether a loss of power may undo renames or deletions. */
    public synchronized boolean hasUnsyncedNames() {
        return !nameChanges.isEmpty();
    }

    /**
     * Copies all files of a folder as they are after a loss of power. Files of other writers are copied completely.
     *
     * @param namesLost true if the loss undoes renames and deletions
     */
    public synchronized void copyAfterPowerLoss(Path folder, Path target, boolean namesLost) throws IOException {
        Map<Path, byte[]> contents = new HashMap<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, Files::isRegularFile)) {
            for (Path path : all) {
                contents.put(path, durableContent(path));
            }
        }
        if (namesLost) {
            for (NameChange change : nameChanges) {
                if (change.to() != null) {
                    byte[] moved = contents.remove(change.to());
                    if (moved != null) {
                        contents.put(change.from(), moved);
                    }
                }
                if (change.lost() != null) {
                    contents.put(change.to() == null ? change.from() : change.to(), change.lost());
                }
            }
        }
        for (Map.Entry<Path, byte[]> content : contents.entrySet()) {
            Files.write(target.resolve(content.getKey().getFileName()), content.getValue());
        }
    }

    @GuardedBy("this")
    private byte[] durableContent(Path path) throws IOException {
        DurableFile file = files.get(path);
        return file == null ? Files.readAllBytes(path) : file.durable;
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        change("rename " + from.getFileName() + " to " + to.getFileName(), from, to);
    }

    @Override
    public void delete(Path path) throws IOException {
        if (Files.exists(path)) {
            change("delete " + path.getFileName(), path, null);
        }
    }

    private void change(String call, Path from, @Nullable Path to) throws IOException {
        boolean faulty = isFaulty(call);
        synchronized (this) {
            faulty |= fault == DiskFault.STUCK_NAMES && faultyCall > 0 && calls >= faultyCall;
            if (!faulty) {
                nameCalls.add(calls);
            }
            if (!faulty || fault == DiskFault.TORN_CALL) {
                Path changed = to == null ? from : to;
                nameChanges.addFirst(new NameChange(from, to, Files.exists(changed) ? durableContent(changed) : null));
                DurableFile file = files.remove(from);
                if (to == null) {
                    REAL.delete(from);
                } else {
                    REAL.rename(from, to);
                    files.remove(to);
                    if (file != null) {
                        files.put(to, file);
                    }
                }
            }
        }
        if (faulty) {
            throw failure();
        }
    }

    @Override
    public DiskFile open(Path path) throws IOException {
        if (isFaulty("open " + path.getFileName())) {
            throw failure();
        }
        synchronized (this) {
            if (!Files.exists(path)) {
                files.put(path, new DurableFile());
            } else if (!files.containsKey(path)) {
                DurableFile known = new DurableFile();
                known.durable = Files.readAllBytes(path);
                files.put(path, known);
            }
        }
        return new FaultyFile(path, Disk.REAL.open(path));
    }

    /** Counts a call; returns whether it fails. */
    private boolean isFaulty(String call) {
        synchronized (this) {
            calls++;
            if (calls != faultyCall) {
                return false;
            }
            faultDescription = "call " + calls + ", " + call;
        }
        beforeFault.run();
        return fault != DiskFault.NONE && fault != DiskFault.STUCK_NAMES;
    }

    private static IOException failure() {
        return new IOException("Input/output error, caused by the test");
    }

    private synchronized DurableFile file(Path path) {
        return files.computeIfAbsent(path, created -> new DurableFile());
    }

    private final class FaultyFile implements DiskFile {
        private final Path path;
        private final DiskFile real;

        FaultyFile(Path path, DiskFile real) {
            this.path = path;
            this.real = real;
        }

        @Override
        public void write(long position, byte[] bytes, int offset, int length) throws IOException {
            boolean faulty = isFaulty("write " + length + " bytes to " + path.getFileName());
            int written = !faulty ? length : fault == DiskFault.TORN_CALL ? length / 2 : 0;
            if (written > 0) {
                real.write(position, bytes, offset, written);
                synchronized (FaultyDisk.this) {
                    file(path).dirty.add(new DirtyRange(position, written));
                }
            }
            if (faulty) {
                throw failure();
            }
        }

        @Override
        public void setLength(long length) throws IOException {
            boolean faulty = isFaulty("setLength " + length + " of " + path.getFileName());
            if (!faulty || fault == DiskFault.TORN_CALL) {
                real.setLength(length);
            }
            if (faulty) {
                throw failure();
            }
        }

        @Override
        public void sync() throws IOException {
            boolean faulty = isFaulty("sync " + path.getFileName());
            synchronized (FaultyDisk.this) {
                DurableFile file = file(path);
                List<DirtyRange> dirty = List.copyOf(file.dirty);
                file.dirty.clear();
                if (!faulty || fault == DiskFault.TORN_CALL) {
                    nameChanges.clear();
                    real.sync();
                    makeDurable(file, dirty);
                }
            }
            if (faulty) {
                throw failure();
            }
        }

        private void makeDurable(DurableFile file, List<DirtyRange> dirty) throws IOException {
            try (RandomAccessFile content = new RandomAccessFile(path.toFile(), "r")) {
                file.durable = Arrays.copyOf(file.durable, Math.toIntExact(content.length()));
                for (DirtyRange range : dirty) {
                    int end = (int) Math.min(file.durable.length, range.position() + range.length());
                    if (range.position() < end) {
                        content.seek(range.position());
                        content.readFully(file.durable, (int) range.position(), end - (int) range.position());
                    }
                }
            }
        }

        @Override
        public void close() throws IOException {
            real.close();
        }
    }
}
