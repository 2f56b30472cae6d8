package dev.restante.samples;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** What a program prints to the standard output, which is put back afterwards. */
public final class CapturedOutput {

    /** A program. */
    @FunctionalInterface
    public interface Program {
        void run() throws Exception;
    }

    private CapturedOutput() {}

    public static String of(Program program) throws Exception {
        PrintStream before = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try {
            program.run();
        } finally {
            System.setOut(before);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
