package dev.restante.samples;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Output that a program prints to standard output, which is restored afterwards. */
public final class CapturedOutput {

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
