package io.oasis.lab.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oasis.lab.host.Stage.Recorded;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Shows that three formats of a trace give the same I/Os, and what is refused. */
class TraceReaderTest {
  private static final List<Recorded> TWO =
      List.of(new Recorded(0, false, 4_096, 8_192), new Recorded(0.5, true, 1_024, 512));

  private static List<Recorded> read(String text) throws IOException {
    return TraceReader.read(new BufferedReader(new StringReader(text)));
  }

  @Test
  void theSameIosComeFromAllThreeFormats() throws IOException {
    assertThat(read("seconds,op,offset,bytes\n2.0,read,4096,8192\n2.5,write,1024,512\n"))
        .isEqualTo(TWO);
    assertThat(
            read(
                "fio version 3 iolog\n0 /dev/sda add\n0 /dev/sda open\n"
                    + "1000 /dev/sda read 4096 8192\n1500 /dev/sda write 1024 512\n"
                    + "1600 /dev/sda close\n"))
        .isEqualTo(TWO);
    assertThat(
            read(
                "8,0 1 1 1.000000000 77 Q R 8 + 16 [fio]\n8,0 1 2 1.000001000 77 G R 8 + 16 [fio]\n"
                    + "8,0 1 3 1.500000000 77 Q WS 2 + 1 [fio]\nCPU1 (sda):\n"))
        .isEqualTo(TWO);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "hello\n",
        "seconds,op,offset,bytes\n1,erase,0,512\n",
        "seconds,op,offset,bytes\n1,read,-1,512\n",
        "seconds,op,offset,bytes\n1,read,0\n",
        "fio version 3 iolog\nx /dev/sda read 0 512\n",
        "8,0 1 1 zero 77 Q R 8 + 16 [fio]\n"
      })
  void whatIsNoTraceIsRefusedInOneLine(String text) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(TraceReader.TraceException.class)
        .hasMessageNotContaining("\n");
  }
}
