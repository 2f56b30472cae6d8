package dev.restante.testing;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.simple.SimpleLogger;

/**
 * Log output while this object is open: from all classes at the level of the tests, and from one class from DEBUG on.
 * The tests use SLF4J's simple logger, which writes to the current standard error stream. Its level can be changed
 * after its creation only through its field.
 */
public final class CapturedLog implements AutoCloseable {

    private final PrintStream formerStream = System.err;
    private final ByteArrayOutputStream captured = new ByteArrayOutputStream();
    private final Logger logger;
    private final String ownerInLines;
    private final int formerLevel;

    public CapturedLog(Class<?> owner) {
        logger = LoggerFactory.getLogger(owner);
        ownerInLines = " " + owner.getName() + " - ";
        formerLevel = level(Level.DEBUG.toInt());
        System.setErr(new PrintStream(captured, true, StandardCharsets.UTF_8));
    }

    /** Returns the lines of all classes logged so far. */
    public List<String> lines() {
        return captured.toString(StandardCharsets.UTF_8).lines().toList();
    }

    /** Returns the lines of the owner logged so far, without the lines of tests that run at the same time. */
    public List<String> linesOfOwner() {
        return lines().stream().filter(line -> line.contains(ownerInLines)).toList();
    }

    /** Sets the level of the logger and returns the previous level. */
    private int level(int next) {
        try {
            Field field = SimpleLogger.class.getDeclaredField("currentLogLevel");
            field.setAccessible(true);
            int former = field.getInt(logger);
            field.setInt(logger, next);
            return former;
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("the simple logger has changed", e);
        }
    }

    @Override
    public void close() {
        System.setErr(formerStream);
        level(formerLevel);
    }
}
